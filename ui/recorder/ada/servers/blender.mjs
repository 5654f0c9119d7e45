// A server as somebody's own Blender add-on brings one: it answers what it is asked, and nothing more.
import { createInterface } from "node:readline"

const tool = (name, description, properties, annotations) =>
  ({ name, description, inputSchema: { type: "object", properties, required: Object.keys(properties) }, annotations })
const object = { name: { type: "string", description: "Name of the object" } }
const tools = [
  tool("list_objects", "Lists the objects of the scene", {}, { readOnlyHint: true }),
  tool("move_object", "Moves an object", { ...object, x: { type: "number" }, y: { type: "number" }, z: { type: "number" } }, {}),
  tool("delete_object", "Deletes an object", object, { destructiveHint: true }),
]
const answers = {
  initialize: ({ protocolVersion }) => ({ protocolVersion, capabilities: { tools: {} }, serverInfo: { name: "blender", version: "1.4.0" } }),
  "tools/list": () => ({ tools }),
  "tools/call": () => ({ content: [{ type: "text", text: "Cube, Lamp, Camera" }] }),
}

for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params } = JSON.parse(line)
  if (id !== undefined) console.log(JSON.stringify({ jsonrpc: "2.0", id, result: answers[method]?.(params) ?? {} }))
}
