import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, lstat, mkdir, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { exerciseCheckout, exerciseProgram, type Program, type RunningService } from '../exercise/program.ts'
import type { Exercise } from '../exercise/record.ts'
import { printReport, readExercises } from '../exercise/report.ts'
import { addressIn } from '../listen.ts'
import { MAX_MEGABYTES } from './limits.ts'

const run = promisify(execFile)
const COMMAND = join('bin', 'isobar.js')
/** The packages that contain Node, installed where npm runs on an older one. */
const NODE = /^node-(?:bin-)?(?:darwin|linux|win)-/
const QUIET = ['--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error'] as const
const INITIALIZE = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'release', version: '1' } },
}

/**
 * Installs a release in each way that the documentation names, in empty folders: unpacked with `npm ci` on the Node that runs this; with `npm install`,
 * `npm install -g` and `npx` on the Node at `older`, if there is one. Exercises the service of the first as the checkout's, or as that was before
 * (`against`: the file of its exercises); tries the commands of all, and of a copy that does not keep the times of files.
 * @throws when a step fails, an answer is a failure or differs from the checkout's, the release is too large, or npm prints a warning
 */
export async function tryRelease(
  tarball: string,
  { against, older = process.execPath }: { readonly against?: string | undefined; readonly older?: string | undefined },
): Promise<void> {
  const file = resolve(tarball)
  checkSize('packed', (await stat(file)).size)
  const former = against === undefined ? await exerciseChecked() : await readExercises(against)
  const folder = await mkdtemp(join(tmpdir(), 'isobar-install-'))
  try {
    const unpacked = await installUnpacked(file, join(folder, 'unpacked'))
    const copy = join(folder, 'copy')
    await cp(unpacked, copy, { recursive: true })
    const [installed, everywhere] = await installTarball(file, join(folder, 'installed'), older)
    await tryStart(installed, environmentOf(older), folder)
    const exercises = await exerciseProgram(
      [process.execPath, join(unpacked, COMMAND)],
      environmentOf(process.execPath),
      async (service) => {
        await tryCommands([process.execPath, join(copy, COMMAND)], service)
        const onOlder = { ...service, env: { ...service.env, ...environmentOf(older) } }
        await tryCommands(installed, onOlder)
        await tryCommands(everywhere, onOlder)
        try {
          await tryCommands(['npx', '--yes', '--ignore-scripts', `--package=${file}`, '--', 'isobar'], onOlder)
        } finally {
          await forgetNpx(file, onOlder.env)
        }
      },
    )
    printReport('the release, installed with npm ci', exercises, former)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function exerciseChecked(): Promise<readonly Exercise[]> {
  const exercises = await exerciseCheckout()
  printReport('the checkout', exercises, null)
  return exercises
}

/** Returns the folder of the release. */
async function installUnpacked(file: string, folder: string): Promise<string> {
  await mkdir(folder)
  await run('tar', ['-xzf', file, '-C', folder])
  const project = join(folder, basename(file, '.tgz'))
  await install('npm ci', ['ci', '--omit=dev'], project, environmentOf(process.execPath))
  checkSize('installed', (await bytesIn(project)) - (await bytesOfNode(join(project, 'node_modules'))))
  return project
}

/** Returns the commands that npm linked, in the folder and globally. */
async function installTarball(file: string, folder: string, node: string): Promise<readonly [installed: Program, everywhere: Program]> {
  const env = environmentOf(node)
  const prefix = join(folder, 'global')
  await mkdir(prefix, { recursive: true })
  // Scripts of packages are not needed: the service makes PostgreSQL's symbolic links itself.
  await install('npm install', ['install', '--ignore-scripts', file], folder, env)
  await install('npm install -g', ['install', '--ignore-scripts', '-g', '--prefix', prefix, file], folder, env)
  return [[join(folder, 'node_modules', '.bin', 'isobar')], [join(prefix, 'bin', 'isobar')]]
}

/** An older Node passes on what it is told: starts the service, asks for a page, and stops it. */
async function tryStart([file, ...args]: Program, env: NodeJS.ProcessEnv, folder: string): Promise<void> {
  const settings = { ...env, WEATHER_PROVIDERS: 'open-meteo', SCHEDULER: 'off', PORT: '0', DATA_DIR: join(folder, 'data') }
  const service = spawn(file, [...args, 'serve'], { cwd: folder, env: settings, stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(service, 'exit')
  try {
    const { status } = await fetch(new URL('/pages/about', await addressIn(service.stdout, file)))
    if (status !== 200) throw new Error(`${file} serve answered ${status}`)
  } finally {
    service.kill('SIGTERM')
  }
  const [status] = (await ended) as [number | null]
  if (status !== 0) throw new Error(`${file} serve ended with status ${status}`)
  console.log(`${basename(file)}: serve starts and stops`)
}

/** The commands that ask a service or look at the configuration, as an installation runs them. */
async function tryCommands(program: Program, { url, env }: RunningService): Promise<void> {
  const [file, ...args] = program
  const output = async (...given: string[]) => (await run(file, [...args, ...given], { env })).stdout
  const { version } = JSON.parse(await readFile(new URL('../../package.json', import.meta.url), 'utf8')) as { readonly version: string }
  const printed = await output('--version')
  if (printed !== `${version}\n`) throw new Error(`${program.join(' ')} --version printed ${printed}`)
  const weather = await output('weather', '52.52,13.41', '--url', url)
  if (!weather.includes('°')) throw new Error(`${program.join(' ')} weather printed ${weather}`)
  await output('check')
  const mcp = spawn(file, [...args, 'mcp', '--url', url], { env, stdio: ['pipe', 'pipe', 'inherit'] })
  const ended = once(mcp, 'exit')
  mcp.stdin.write(`${JSON.stringify(INITIALIZE)}\n`)
  for await (const line of createInterface({ input: mcp.stdout })) {
    const { result } = JSON.parse(line) as { readonly result?: { readonly serverInfo?: object } }
    if (result?.serverInfo === undefined) throw new Error(`${program.join(' ')} mcp answered ${line}`)
    break
  }
  mcp.stdin.end()
  await ended
  console.log(`${program.map((part) => basename(part)).join(' ')}: --version, weather, check and mcp work`)
}

/** @throws when npm fails or prints anything but its summary */
async function install(way: string, args: readonly string[], cwd: string, env: NodeJS.ProcessEnv): Promise<void> {
  const startedAt = performance.now()
  const { stderr } = await run('npm', [...args, ...QUIET], { cwd, env })
  if (stderr !== '') throw new Error(`${way} said:\n${stderr}`)
  const seconds = (performance.now() - startedAt) / 1_000
  console.log(`${way}: ${seconds.toFixed(0)} s, ${((await bytesIn(cwd)) / 1e6).toFixed(0)} MB in the folder`)
}

/** npm and what it starts find this Node first. */
const environmentOf = (node: string): NodeJS.ProcessEnv => ({ ...process.env, PATH: `${dirname(node)}:${process.env['PATH'] ?? ''}` })

function checkSize(what: keyof typeof MAX_MEGABYTES, bytes: number): void {
  const megabytes = bytes / 1e6
  console.log(`${what}: ${megabytes.toFixed(1)} MB${what === 'installed' ? ' without Node' : ''}`)
  if (megabytes > MAX_MEGABYTES[what]) throw new Error(`${what}, a release may take ${MAX_MEGABYTES[what]} MB`)
}

/** npx keeps what it installs, which would be found by nobody. */
async function forgetNpx(file: string, env: NodeJS.ProcessEnv): Promise<void> {
  const cache = join((await run('npm', ['config', 'get', 'cache'], { env })).stdout.trim(), '_npx')
  for (const name of await readdir(cache).catch(() => [])) {
    const manifest = await readFile(join(cache, name, 'package.json'), 'utf8').catch(() => '')
    if (manifest.includes(basename(file)) && manifest.includes(basename(dirname(file))))
      await rm(join(cache, name), { recursive: true, force: true })
  }
}

async function bytesOfNode(packages: string): Promise<number> {
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
