console.error("cannot open display")
process.exitCode = 7
