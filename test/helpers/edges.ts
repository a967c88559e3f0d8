import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type IncomingHttpHeaders, request as httpRequest } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { freePort, listen } from '../../tools/listen.ts'
import { closedAtEnd } from './ending.ts'
import { until } from './until.ts'

const DEPLOY = fileURLToPath(new URL('../../deploy/', import.meta.url))

/** Why tests of this program are skipped; false if it is installed. */
export const missing = (program: string): string | false =>
  spawnSync(program, ['-V']).error !== undefined && `${program} is not installed here; .ci/steps installs it`

/** A proxy as deployed, in front of an origin on this machine. */
export interface Edge {
  readonly port: number
  /** nginx: changes its configuration with sed, as an operator would, and has it read again. */
  edit(script: string): void
  stop(): Promise<void>
}

/** Replaces texts that must occur exactly once in a configuration, so that a test never runs with a setting that was not found. */
function replaced(text: string, changes: Readonly<Record<string, string>>): string {
  return Object.entries(changes).reduce((before, [from, to]) => {
    if (before.split(from).length !== 2) throw new Error(`the configuration does not contain this exactly once: ${from}`)
    return before.replace(from, to)
  }, text)
}

/** Runs the program in the foreground and waits until it listens; stopping it removes `folder`. `onLog` gets the lines of its log. */
async function start(
  folder: string,
  port: number,
  program: string,
  args: readonly string[],
  onLog?: (line: string) => void,
): Promise<Edge> {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  const hear = onLog ?? ((line: string) => (said += `${line}\n`))
  for (const stream of [child.stdout, child.stderr]) createInterface({ input: stream }).on('line', hear)
  const stop = closedAtEnd(async () => {
    if (child.exitCode === null && child.signalCode === null) {
      const exited = once(child, 'exit')
      child.kill('SIGTERM')
      await exited
    }
    await rm(folder, { recursive: true, force: true })
  })
  await until(`${program} answers`, async () => {
    if (child.exitCode !== null) throw new Error(`${program} exited: ${said}`)
    return (await ask(port, '/api/health').catch(() => null)) !== null
  })
  return {
    port,
    edit(script) {
      execFileSync('sed', ['-i', script, join(folder, 'nginx.conf')])
      child.kill('SIGHUP')
    },
    stop,
  }
}

/** `deploy/varnish/isobar.vcl` in Varnish. */
export async function startVarnish(originPort: number): Promise<Edge> {
  const folder = await mkdtemp(join(tmpdir(), 'isobar-varnish-'))
  await chmod(folder, 0o755)
  const vcl = join(folder, 'isobar.vcl')
  await writeFile(vcl, replaced(await readFile(join(DEPLOY, 'varnish/isobar.vcl'), 'utf8'), { '"3000"': `"${originPort}"` }))
  const port = await freePort()
  const at = ['-F', '-n', join(folder, 'work'), '-T', 'none', '-a', `127.0.0.1:${port}`]
  return start(folder, port, 'varnishd', [...at, '-f', vcl, '-s', 'malloc,16m', '-p', 'thread_pool_min=5', '-p', 'thread_pools=1'])
}

/** `deploy/nginx/isobar.conf` in nginx. */
export async function startNginx(originPort: number): Promise<Edge> {
  return nginx('nginx/isobar.conf', (folder) => ({
    'server 127.0.0.1:3000;': `server 127.0.0.1:${originPort};`,
    '/var/cache/nginx/isobar ': `${folder}/cache `,
  }))
}

/** `deploy/nginx/nodes.conf` in nginx, in front of the nodes at these ports. */
export async function startNginxForNodes([one, two]: readonly [number, number]): Promise<Edge> {
  return nginx('nginx/nodes.conf', () => ({
    'server 127.0.0.1:3001': `server 127.0.0.1:${one}`,
    'server 127.0.0.1:3002': `server 127.0.0.1:${two}`,
  }))
}

/**
 * `deploy/compose/nginx.conf` in nginx, except for how it finds the nodes: by address instead of the name that Compose gives them, which needs an
 * nginx newer than Debian's.
 */
export async function startComposeProxy(
  nodes: readonly { readonly host: string; readonly port: number }[],
  onLog?: (line: string) => void,
): Promise<Edge> {
  const servers = nodes.map(({ host, port }) => `server ${host}:${port} max_fails=0;`).join(' ')
  const changes = { 'resolver 127.0.0.11 valid=5s;': '', 'server node:3000 resolve max_fails=0;': servers }
  return nginx('compose/nginx.conf', () => changes, onLog)
}

/** `deploy/haproxy/haproxy.cfg` in HAProxy, in front of the nodes at these ports. */
export async function startHaproxy([one, two]: readonly [number, number]): Promise<Edge> {
  const folder = await mkdtemp(join(tmpdir(), 'isobar-haproxy-'))
  const port = await freePort()
  const changes = {
    'bind :80': `bind 127.0.0.1:${port}`,
    'node1 127.0.0.1:3001': `node1 127.0.0.1:${one}`,
    'node2 127.0.0.1:3002': `node2 127.0.0.1:${two}`,
    'any1 127.0.0.1:3001': `any1 127.0.0.1:${one}`,
    'any2 127.0.0.1:3002': `any2 127.0.0.1:${two}`,
  }
  const file = join(folder, 'haproxy.cfg')
  await writeFile(file, replaced(await readFile(join(DEPLOY, 'haproxy/haproxy.cfg'), 'utf8'), changes))
  return start(folder, port, 'haproxy', ['-db', '-f', file])
}

async function nginx(
  recipe: string,
  changesIn: (folder: string) => Readonly<Record<string, string>>,
  onLog?: (line: string) => void,
): Promise<Edge> {
  const folder = await mkdtemp(join(tmpdir(), 'isobar-nginx-'))
  await mkdir(join(folder, 'cache'))
  const port = await freePort()
  const site = replaced(await readFile(join(DEPLOY, recipe), 'utf8'), {
    'listen 80;': `listen 127.0.0.1:${port};`,
    ...changesIn(folder),
  })
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => `${kind}_temp_path ${folder}/${kind};`)
  const own = `worker_processes 1; pid ${folder}/nginx.pid; error_log stderr warn;${process.getuid?.() === 0 ? ' user root;' : ''}`
  await writeFile(
    join(folder, 'nginx.conf'),
    `${own}\nevents { worker_connections 4096; }\nhttp {\naccess_log off;\n${temporary.join('\n')}\n${site}\n}\n`,
  )
  return start(folder, port, 'nginx', ['-p', folder, '-e', 'stderr', '-c', join(folder, 'nginx.conf'), '-g', 'daemon off;'], onLog)
}

/** An answer as received, not decompressed. */
export interface EdgeAnswer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}

export interface EdgeRequest {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  /** The client's address; must be one of this machine's. */
  readonly from?: string
  readonly body?: string
}

/** Sends one request on its own connection. */
export function ask(port: number, path: string, { method = 'GET', headers = {}, from, body }: EdgeRequest = {}): Promise<EdgeAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<EdgeAnswer>()
  const options = { host: '127.0.0.1', port, path, method, headers, agent: false as const, ...(from && { localAddress: from }) }
  httpRequest(options, (response) => {
    const parts: Buffer[] = []
    response.on('data', (part: Buffer) => parts.push(part))
    response.on('error', reject)
    response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(parts) }))
  })
    .on('error', reject)
    .end(body)
  return promise
}

/** A relay between an edge and the service; it counts requests, and can be told to fail. */
export interface Relay {
  readonly port: number
  /** `away`: connections are reset. */
  mode: 'through' | 'error' | 'away'
  /** Set on every answer. */
  more: Readonly<Record<string, string>>
  /** Requests so far for paths with this prefix. */
  count(prefix: string): number
  /** The headers of the last request. */
  lastHeaders(): IncomingHttpHeaders
  close(): Promise<void>
}

/** Relays to the service at this port. */
export async function startRelay(to: number): Promise<Relay> {
  const seen: string[] = []
  let last: IncomingHttpHeaders = {}
  const server = createServer((request, response) => {
    const { url = '', method = 'GET', headers } = request
    seen.push(url)
    last = headers
    if (relay.mode === 'away') {
      request.socket.destroy()
      return
    }
    if (relay.mode === 'error') {
      response.writeHead(500, { 'content-type': 'text/plain', 'cache-control': 'public, max-age=600' }).end('broken')
      return
    }
    const passed = httpRequest({ host: '127.0.0.1', port: to, path: url, method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, { ...answer.headers, ...relay.more })
      answer.pipe(response)
    })
    passed.on('error', () => response.destroy())
    request.pipe(passed)
  })
  const { port, close } = await listen(server, 0)
  const relay: Relay = {
    port,
    mode: 'through',
    more: {},
    count: (prefix) => seen.filter((url) => url.startsWith(prefix)).length,
    lastHeaders: () => last,
    close: closedAtEnd(close),
  }
  return relay
}
