# The background service: what it says of itself and of what it keeps.
host-running = The background service runs: version { $version }, since { $since }.
host-runtime = { $bridge }: { $state } (process { $pid })
host-absent = The background service does not run. It starts by itself when an AI program needs it.
host-stopped = The background service was ended. It starts again when an AI program needs it.
host-stays = The background service was asked to end and is still there.
health-ready = ready
health-starting = starting
health-waiting = waiting for { $what }
health-paused = paused by you
health-degraded = not working as it should
health-stopped = resting, starts with the next call
health-failed = failed
