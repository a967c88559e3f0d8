import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { lstat, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { programOf } from '../../bin/program.js'
import { addressIn } from '../listen.ts'

const run = promisify(execFile)
/** The most that the files of an installed release may take, without Node: what that takes is not ours to decide. */
const MAX_BYTES = 120 * 1024 * 1024
/** The packages that contain Node, installed where npm runs on an older one. */
const NODE = /^node-(?:bin-)?(?:darwin|linux|win)-/
const PATIENCE_MS = 30_000
const RETRY_MS = 100

/**
 * Unpacks the tarball into an empty directory, runs `npm ci --omit=dev` and `npm start` there on the given Node, opens a page, an asset of it and the
 * health check, and stops the service. Prints the time and the space that it took.
 * @throws when a step fails, the release takes more than 120 MiB besides Node, or npm prints a warning
 */
export async function tryRelease(tarball: string, node: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'isobar-install-'))
  try {
    await run('tar', ['-xzf', tarball, '-C', folder])
    const project = join(folder, basename(tarball, '.tgz'))
    // npm and what it starts must find this Node first.
    const env = { ...process.env, PATH: `${dirname(node)}:${process.env['PATH'] ?? ''}`, PORT: '0', DATA_DIR: join(folder, 'data') }
    const started = performance.now()
    const { stderr } = await run('npm', ['ci', '--omit=dev', '--no-audit', '--no-fund', '--prefer-offline'], { cwd: project, env })
    const seconds = (performance.now() - started) / 1_000
    if (stderr !== '') throw new Error(`npm ci said:\n${stderr}`)
    const all = await bytesIn(project)
    const bytes = all - (await bytesOfNode(project))
    const { stdout } = await run(node, ['--version'])
    console.log(
      `${stdout.trim()}: installed in ${seconds.toFixed(1)} s, ${(all / 1e6).toFixed(0)} MB, ${(bytes / 1e6).toFixed(0)} without Node`,
    )
    if (bytes > MAX_BYTES) throw new Error(`the release takes ${bytes} bytes besides Node; ${MAX_BYTES} are allowed`)
    if (programOf(project) !== join(project, 'build', 'main.js'))
      throw new Error('the release runs its sources instead of the built service')
    await tryService(project, env)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function tryService(project: string, env: NodeJS.ProcessEnv): Promise<void> {
  const service = spawn('npm', ['start'], { cwd: project, env, stdio: ['ignore', 'pipe', 'inherit'] })
  try {
    const url = await addressIn(service.stdout, 'the service')
    const page = await text(`${url}/`)
    const asset = /"(\/assets\/[^"]+\.js)"/.exec(page)?.[1]
    if (asset === undefined) throw new Error('the front page contains no script')
    for (const path of [asset, '/api/health', '/api/ready', '/icons/rain.svg', '/api/openapi.json']) await text(url + path)
  } finally {
    service.kill('SIGTERM')
    if (service.exitCode === null) await once(service, 'exit')
  }
}

/** A service that just started on a busy machine may briefly report overload. */
async function text(url: string): Promise<string> {
  const deadline = performance.now() + PATIENCE_MS
  for (;;) {
    const response = await fetch(url)
    if (response.status === 200) return response.text()
    if (response.status !== 503 || performance.now() > deadline) throw new Error(`${url} answers ${response.status}`)
    await sleep(RETRY_MS)
  }
}

async function bytesOfNode(project: string): Promise<number> {
  const packages = join(project, 'node_modules')
  const names = (await readdir(packages)).filter((name) => NODE.test(name))
  const sizes = await Promise.all(names.map((name) => bytesIn(join(packages, name))))
  return sizes.reduce((sum, size) => sum + size, 0)
}

async function bytesIn(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const sizes = await Promise.all(
    entries.map(async (entry) => (entry.isFile() ? (await lstat(join(entry.parentPath, entry.name))).size : 0)),
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}
