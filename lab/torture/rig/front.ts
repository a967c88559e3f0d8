import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { until } from '../../../test/helpers/until.ts'
import { freePort } from '../../../tools/listen.ts'
import { accepts, isInstalled } from './processes.ts'

const SHIPPED = new URL('../../../deploy/compose/nginx.conf', import.meta.url)

/** The proxy of compose.yaml in front of the nodes. */
export interface Front {
  readonly url: string
  close(): Promise<void>
}

/** Whether an answer is the proxy's own, sent when no node has answered. The statuses that each route documents do not apply to it. */
export const isProxysOwn = (status: number, text: string): boolean => status === 503 && text.includes('The service is not reachable.')

export const hasNginx = (): boolean => isInstalled('nginx')

/**
 * nginx with the shipped configuration, except for how it finds the nodes: by address instead of the name that Compose gives them, which needs an
 * nginx newer than Debian's.
 */
export async function startFront(
  dir: string,
  nodes: readonly { readonly host: string; readonly port: number }[],
  onLog: (line: string) => void,
): Promise<Front> {
  const home = join(dir, 'nginx')
  mkdirSync(home)
  const port = await freePort()
  writeFileSync(join(home, 'nginx.conf'), configuration(home, port, nodes))
  const child: ChildProcess = spawn('nginx', ['-p', home, '-c', join(home, 'nginx.conf'), '-g', 'daemon off;'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  if (child.stderr !== null) createInterface({ input: child.stderr }).on('line', onLog)
  await until('nginx listens', () => accepts(port))
  return {
    url: `http://127.0.0.1:${port}`,
    async close() {
      const exited = once(child, 'exit')
      if (child.exitCode === null && child.kill('SIGTERM')) await exited
    },
  }
}

function configuration(home: string, port: number, nodes: readonly { readonly host: string; readonly port: number }[]): string {
  const servers = nodes.map(({ host, port: own }) => `server ${host}:${own} max_fails=0;`).join(' ')
  const site = replaced(readFileSync(SHIPPED, 'utf8'), [
    [/^resolver .*;$/m, ''],
    ['server node:3000 resolve max_fails=0;', servers],
    ['listen 80;', `listen ${port};`],
  ])
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${home}/${name};`).join(' ')
  return `${process.getuid?.() === 0 ? 'user root;' : ''}
pid ${home}/pid;
error_log stderr warn;
events { worker_connections 4096; }
http { access_log off; ${temporary}
${site}}
`
}

/** Each text must occur exactly once: otherwise something other than the shipped configuration would be tested. */
function replaced(text: string, all: readonly (readonly [string | RegExp, string])[]): string {
  return all.reduce((now, [what, by]) => {
    if (now.split(what).length !== 2) throw new Error(`deploy/compose/nginx.conf: ${String(what)} does not occur exactly once`)
    return now.replace(what, by)
  }, text)
}
