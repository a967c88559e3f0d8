import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { request } from 'undici'
import { until } from '../../../test/helpers/until.ts'
import { freePort } from '../../../tools/listen.ts'
import { SERVER_CORE } from '../load.ts'
import { type Listening, listening, startListening, startService } from '../processes.ts'
import type { MeasuredRow, Pace } from '../row.ts'
import { loadSideBySide } from '../side-by-side.ts'
import { GZIP, PLACE } from './answers.ts'

/** A hot place beside nginx, which has cached the same status, headers and bytes from a bare server. */
export async function* nginx(pace: Pace, closing: AsyncDisposableStack): AsyncGenerator<MeasuredRow> {
  const version = nginxVersion()
  if (version === undefined) return console.log('nginx: left out, nginx is not installed.')
  const service = closing.use(await startService())
  for (const [name, scope, headers, isInQuick] of [
    ['current', 'current', {}, false],
    ['current, gzip', 'current', GZIP, true],
    ['hourly, gzip', 'hourly', GZIP, false],
  ] as const) {
    if (pace.isQuick && !isInQuick) continue
    const path = PLACE + scope
    const url = service.url + path
    await fetch(url)
    const bare = closing.use(await startListening(['lab/bench/scripts/bare-server.ts', url, JSON.stringify(headers)]))
    const cache = closing.use(await startNginx(bare.url))
    await (await request(cache.url + path, { headers })).body.dump()
    // From now on only the cache can answer.
    await bare.stop()
    const rounds = await loadSideBySide({ url, headers }, { url: cache.url + path, headers }, pace)
    yield { name, unit: '/s', yardstick: `${version} proxy_cache`, goal: { ratio: 0.5 }, rounds }
  }
}

/** The version of nginx, as in `nginx/1.22.1`; undefined if it is not installed. */
function nginxVersion(): string | undefined {
  const { error, stderr } = spawnSync('nginx', ['-v'], { encoding: 'utf8' })
  return error === undefined ? (/nginx\/[\d.]+/.exec(stderr)?.[0] ?? 'nginx') : undefined
}

/** An nginx cache in front of a server, with one worker on the servers' core and everything off that costs time and is not part of caching. */
async function startNginx(upstream: string): Promise<Listening> {
  const dir = await mkdtemp(join(tmpdir(), 'isobar-bench-nginx-'))
  const port = await freePort()
  await writeFile(join(dir, 'nginx.conf'), configuration(dir, port, upstream))
  const [program = '', ...args] = [...SERVER_CORE, 'nginx', '-p', dir, '-e', 'stderr', '-c', join(dir, 'nginx.conf')]
  const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'inherit'] })
  const kill = (): boolean => child.kill()
  process.once('exit', kill)
  const url = `http://127.0.0.1:${port}`
  await until('nginx answers', () =>
    fetch(url).then(
      () => true,
      () => false,
    ),
  )
  return listening(url, child.pid ?? 0, async () => {
    process.removeListener('exit', kill)
    if (child.exitCode !== null || child.signalCode !== null) return
    const exited = once(child, 'exit')
    child.kill('SIGTERM')
    await exited
    await rm(dir, { recursive: true, force: true })
  })
}

/** Each encoding is cached by itself, whatever the answer says about caching. A connection is not closed after a thousand requests. */
function configuration(dir: string, port: number, upstream: string): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((what) => `${what}_temp_path ${dir}/${what};`)
  return `
${process.getuid?.() === 0 ? 'user root;' : ''}
daemon off;
worker_processes 1;
pid ${dir}/pid;
error_log stderr error;
events { worker_connections 1024; }
http {
  ${temporary.join('\n  ')}
  access_log off;
  server_tokens off;
  sendfile on;
  tcp_nopush on;
  open_file_cache max=1000;
  keepalive_requests 1000000000;
  proxy_cache_path ${dir}/cache keys_zone=answers:10m;
  server {
    listen 127.0.0.1:${port};
    location / {
      proxy_pass ${upstream};
      proxy_cache answers;
      proxy_cache_key $uri$is_args$args$http_accept_encoding;
      proxy_cache_valid any 1h;
      proxy_ignore_headers Cache-Control Expires Set-Cookie Vary;
    }
  }
}
`
}
