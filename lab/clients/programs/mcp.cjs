// A server of the Model Context Protocol, asked over its standard input: the package, its tool and arguments are this script's arguments.
const { spawn } = require('node:child_process')
const { dirname, join } = require('node:path')
const [name, tool, args] = process.argv.slice(2)
const folder = join(process.env.PROGRAMS, 'node_modules', name)
const { bin } = require(join(folder, 'package.json'))
const server = spawn(process.execPath, [join(folder, Object.values(bin)[0])], { stdio: ['pipe', 'pipe', 'inherit'], cwd: dirname(folder) })
const send = (message) => server.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
let rest = ''
server.stdout.on('data', (data) => {
  rest += data
  for (;;) {
    const end = rest.indexOf('\n')
    if (end === -1) return
    const message = JSON.parse(rest.slice(0, end))
    rest = rest.slice(end + 1)
    if (message.id === 1) {
      send({ method: 'notifications/initialized' })
      send({ id: 2, method: 'tools/call', params: { name: tool, arguments: JSON.parse(args) } })
    } else if (message.id === 2) {
      const { content, isError } = message.result ?? { isError: true, content: [{ text: JSON.stringify(message.error) }] }
      console.log(content.map(({ text }) => text).join('\n'))
      server.kill()
      process.exit(isError ? 1 : 0)
    }
  }
})
send({
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'lab', version: '1' } },
})
