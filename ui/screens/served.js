/** The built window on a port of this computer, under the policy it has in the app. */

import { readFile } from "node:fs/promises"
import { createServer } from "node:http"
import { extname, join, normalize, sep } from "node:path"

/** As in the app: nothing written into the page runs or styles it, and it reaches no one. */
export const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
].join("; ")

const TYPES = /** @type {Record<string, string>} */ ({
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
})

/**
 * @param {string} folder
 * @returns {Promise<{ address: string, close: () => void }>}
 */
export async function served(folder) {
  const server = createServer((request, response) => {
    const asked = new URL(request.url ?? "/", "http://localhost").pathname
    const path = normalize(join(folder, asked === "/" ? "index.html" : asked))
    if (!path.startsWith(folder + sep)) {
      response.writeHead(404).end()
      return
    }
    readFile(path).then(
      (body) =>
        response
          .writeHead(200, { "content-type": TYPES[extname(path)] ?? "application/octet-stream", "content-security-policy": POLICY, "cache-control": "max-age=600" })
          .end(body),
      () => response.writeHead(404).end(),
    )
  })
  await new Promise((/** @type {(value: void) => void} */ ready) => server.listen(0, "127.0.0.1", () => ready()))
  const at = server.address()
  if (at === null || typeof at === "string") throw new Error("no port was given")
  return { address: `http://127.0.0.1:${at.port}/`, close: () => server.close() }
}
