import type { Simulator } from '../simulator.ts'

export const USER_AGENT = 'isobar-tests (tests@example.org)'

/** Gets a path from a simulator, redirects not followed. */
export async function get(
  simulator: Simulator,
  path: string,
  headers: Record<string, string> = {},
): Promise<{ status: number; headers: Headers; text: string; body: unknown }> {
  const answer = await fetch(simulator.url + path, { headers: { 'user-agent': USER_AGENT, ...headers }, redirect: 'manual' })
  const text = await answer.text()
  return { status: answer.status, headers: answer.headers, text, body: parsed(text) }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Sends a control request. */
export async function put(simulator: Simulator, path: string, body: unknown): Promise<{ status: number; body: unknown }> {
  const answer = await fetch(`${simulator.url}/__simulator/${path}`, { method: 'PUT', body: JSON.stringify(body) })
  return { status: answer.status, body: await answer.json() }
}
