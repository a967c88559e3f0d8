import { createServer, type Socket } from 'node:net'

/** The least that an SMTP server can do: accepts every mail and discards it, so that the sender is what is measured. */
const END = '\r\n.\r\n'

function serve(socket: Socket): void {
  let isBody = false
  let rest = ''
  socket.setNoDelay(true)
  socket.setEncoding('latin1')
  socket.on('error', () => undefined)
  socket.write('220 sink ESMTP\r\n')
  socket.on('data', (chunk: string) => {
    rest += chunk
    for (;;) {
      const end = rest.indexOf(isBody ? END : '\r\n')
      if (end === -1) return
      const line = rest.slice(0, end)
      rest = rest.slice(end + (isBody ? END : '\r\n').length)
      socket.write(isBody ? '250 2.0.0 taken\r\n' : answerTo(line))
      isBody = !isBody && line === 'DATA'
    }
  })
}

function answerTo(line: string): string {
  if (line.startsWith('EHLO')) return '250-sink\r\n250-PIPELINING\r\n250 8BITMIME\r\n'
  if (line === 'DATA') return '354 go on\r\n'
  return line === 'QUIT' ? '221 2.0.0 bye\r\n' : '250 2.0.0 ok\r\n'
}

const server = createServer(serve)
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  console.log(`listening on smtp://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`)
})
