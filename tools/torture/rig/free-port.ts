import { createServer } from 'node:http'
import { listen } from '../../listen.ts'

/** A port that is free at the moment. */
export async function freePort(): Promise<number> {
  const { port, close } = await listen(createServer(), 0)
  await close()
  return port
}
