import type { HttpServer } from './http-server.ts'

const SWEEP_MS = 50

/**
 * Stops accepting, lets requests in flight finish, closes connections as they fall idle, and after `deadlineMs` cuts off what is
 * left. Resolves to false when it had to. Requests that still arrive on open connections are answered `service_unavailable`.
 */
export async function closeGracefully(app: HttpServer, deadlineMs: number): Promise<boolean> {
  let finished = true
  const deadline = setTimeout(() => {
    finished = false
    app.server.closeAllConnections()
  }, deadlineMs)
  const sweep = setInterval(() => app.server.closeIdleConnections(), SWEEP_MS)
  try {
    await app.close()
  } finally {
    clearTimeout(deadline)
    clearInterval(sweep)
  }
  return finished
}
