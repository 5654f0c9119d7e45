// An MCP server: one JSON value a line, in and out, and nothing else on standard output.
import { readdirSync, readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'

const folder = new URL('./tools/', import.meta.url)
const tools = readdirSync(folder).map((file) => JSON.parse(readFileSync(new URL(file, folder), 'utf8')))

const calls = {
  say_hello: ({ name }) => ({ greeting: `Hello, ${name}!` }),
}

const answers = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: { tools: {} },
    serverInfo: { name: 'new-bridge', version: '1.0.0' },
  }),
  ping: () => ({}),
  'tools/list': () => ({ tools }),
  'tools/call': ({ name, arguments: given }) => {
    const result = calls[name](given ?? {})
    return { content: [{ type: 'text', text: JSON.stringify(result) }], structuredContent: result }
  },
}

for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params } = JSON.parse(line)
  if (id === undefined) continue
  const reply = { jsonrpc: '2.0', id }
  try {
    if (!answers[method]) throw new Error(`unknown method ${method}`)
    reply.result = answers[method](params ?? {})
  } catch (error) {
    reply.error = { code: -32603, message: error.message }
  }
  console.log(JSON.stringify(reply))
}
