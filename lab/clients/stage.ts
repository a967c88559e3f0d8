import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import http from 'node:http'
import https from 'node:https'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** The hosts that the programs ask, all of which lead to the service under test. */
const HOSTS = [
  'api.openweathermap.org',
  // Of its icons.
  'openweathermap.org',
  'api.open-meteo.com',
  'air-quality-api.open-meteo.com',
  'geocoding-api.open-meteo.com',
  'marine-api.open-meteo.com',
  'archive-api.open-meteo.com',
]
/** An address of this machine on which nothing else listens. */
const ADDRESS = '127.0.0.41'
const CERTIFICATES = '/etc/ssl/certs/ca-certificates.crt'
/** A program that says nothing for so long has failed. */
const PATIENCE_MS = 60_000
const MAX_OUTPUT_BYTES = 8 * 1024 * 1024

export interface Outcome {
  readonly status: number
  readonly output: string
  readonly errors: string
}

/**
 * Where programs run that cannot be told another address: a mount namespace of their own, in which those hosts lead to the service and its
 * certificates are trusted. Needs root on Linux and `openssl`. `folder`: for files that it writes.
 */
export async function openStage(folder: string) {
  await writeFile(join(folder, 'hosts'), `127.0.0.1 localhost\n${HOSTS.map((host) => `${ADDRESS} ${host}\n`).join('')}`)
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')]
  const names = HOSTS.map((host) => `DNS:${host}`).join(',')
  const subject = ['-subj', '/CN=isobar lab', '-addext', `subjectAltName=${names}`, '-addext', 'basicConstraints=critical,CA:TRUE']
  await run('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-keyout', key, '-out', certificate, ...subject])
  const bundle = join(folder, 'bundle.crt')
  await writeFile(bundle, `${await readFile(CERTIFICATES, 'utf8')}\n${await readFile(certificate, 'utf8')}`)
  let target = new URL('http://127.0.0.1:1')

  /** The smallest picture there is. */
  const PICTURE = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')

  function forward(request: http.IncomingMessage, response: http.ServerResponse): void {
    const { method, url: path, headers } = request
    if (path?.startsWith('/img/') === true) return void response.setHeader('content-type', 'image/png').end(PICTURE)
    const onward = http.request({ host: target.hostname, port: target.port, method, path, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    onward.on('error', () => response.destroy())
    request.pipe(onward)
  }
  const servers = [http.createServer(forward), https.createServer({ key: await readFile(key), cert: await readFile(certificate) }, forward)]
  await Promise.all(servers.map((server, index) => new Promise<void>((done) => server.listen(index === 0 ? 80 : 443, ADDRESS, done))))

  const prepare = `mount --bind ${folder}/hosts /etc/hosts && mount --bind ${bundle} ${CERTIFICATES} && exec "$@"`
  const environment = {
    PATH: process.env['PATH'],
    HOME: folder,
    LANG: 'C.UTF-8',
    TZ: 'UTC',
    NODE_PATH: join(folder, 'node_modules'),
    NODE_EXTRA_CA_CERTS: certificate,
    PROGRAMS: folder,
    QT_QPA_PLATFORM: 'offscreen',
    XDG_RUNTIME_DIR: folder,
  }
  return {
    /** Leads the hosts to a service. */
    lead(url: string): void {
      target = new URL(url)
    },
    /** Runs a program to its end. */
    async play(command: readonly string[]): Promise<Outcome> {
      const options = { env: environment, cwd: folder, timeout: PATIENCE_MS, maxBuffer: MAX_OUTPUT_BYTES }
      try {
        const { stdout, stderr } = await run('unshare', ['-m', 'sh', '-c', prepare, 'sh', ...command], options)
        return { status: 0, output: stdout, errors: stderr }
      } catch (error) {
        const { code, stdout = '', stderr = '' } = error as { code?: number | string; stdout?: string; stderr?: string }
        return { status: typeof code === 'number' ? code : -1, output: stdout, errors: stderr || String(error) }
      }
    },
    async close(): Promise<void> {
      await Promise.all(servers.map((server) => new Promise((done) => server.close(done).closeAllConnections())))
    },
  }
}
