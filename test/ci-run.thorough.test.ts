import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** The steps of this test's project print where they run, and fail at the end, so that the test sees whether the status is passed on. */
const STEPS = `
echo "files: $(find . -type f | sort | tr '\\n' ' ')"
echo "home: $(ls -A "$HOME")"
echo "temporary: $(ls -A "\${TMPDIR:-/tmp}" | sort | tr '\\n' ' ')"
echo "variables: $(env | cut -d= -f1 | sort | tr '\\n' ' ')"
echo "not as new: \${NOT_AS_NEW:-}"
if [ "$PWD" = /tmp/isobar ] && [ ! -e nested ]; then touch nested; echo '--- nested'; bash .ci/run; fi
exit 3
`

it('the steps of CI name test files that exist', () => {
  const steps = readFileSync(new URL('../.ci/steps', import.meta.url), 'utf8')
  const named = [...steps.matchAll(/ ((?:src|test|lab|tools)\/[\w./-]+\.test\.ts)/g)].map(([, file = '']) => file)
  assert.ok(named.length >= 2, named.join())
  assert.deepEqual(
    named.filter((file) => !existsSync(new URL(`../${file}`, import.meta.url))),
    [],
  )
})

it('a run whose time is up starts no file, and names those that it left out', async () => {
  const files = ['packages/weather/src/city-path.test.ts', 'packages/weather/src/series.test.ts']
  const { NODE_TEST_CONTEXT: _, ...env } = process.env
  const { stdout } = await run(process.execPath, ['test/run.ts', '--minutes', '0', ...files], { cwd: join(import.meta.dirname, '..'), env })
  for (const file of files) assert.ok(stdout.includes(`  ${file}: there was no time left for it\n`), stdout)
  assert.match(stdout, /^0 passed, 0 failed, 2 skipped$/m)
})

describe('.ci/run', { skip: process.platform !== 'linux' && 'needs Linux' }, () => {
  let project: string
  let said: string
  let status: unknown

  before(async () => {
    project = await mkdtemp(join(tmpdir(), 'isobar-ci-'))
    await mkdir(join(project, '.ci'))
    await mkdir(join(project, 'node_modules'))
    await cp(new URL('../.ci/run', import.meta.url), join(project, '.ci', 'run'))
    await writeFile(join(project, '.ci', 'steps'), STEPS)
    await writeFile(join(project, '.gitignore'), 'node_modules/\n')
    await writeFile(join(project, 'node_modules', 'left-behind'), '')
    await writeFile(join(project, 'not committed'), '')
    await writeFile(join(project, 'removed'), '')
    // If the machine has no git, the script finds out by itself what belongs to the project.
    await run('git', ['init', '-q'], { cwd: project }).catch(() => undefined)
    await run('git', ['add', 'removed'], { cwd: project }).catch(() => undefined)
    await rm(join(project, 'removed'))
    const env = { ...process.env, TMPDIR: tmpdir(), DATABASE_URL: 'postgres://of-the-machine' }
    const ended = await run('bash', ['.ci/run'], { cwd: project, env }).catch((error: unknown) => error)
    const { stdout, code } = ended as { stdout: string; code?: number }
    said = stdout
    status = code
  })
  after(() => rm(project, { recursive: true, force: true }))

  const printed = (name: string): string[] => [...said.matchAll(new RegExp(`^${name}: ?(.*?) ?$`, 'gm'))].map((match) => match[1] ?? '')

  it('runs on the files of the checkout that git does not ignore, committed or not, and nothing else', () => {
    assert.equal(printed('files')[0], './.ci/run ./.ci/steps ./.gitignore ./not committed')
  })

  it('has an empty home, empty temporary folders and none of the variables it was called with', () => {
    assert.equal(printed('home')[0], '')
    const isIsolated = printed('not as new')[0] === ''
    assert.equal(printed('temporary')[0], isIsolated ? 'home isobar' : '')
    assert.ok(!printed('variables')[0]?.includes('DATABASE_URL'))
  })

  it('can run inside itself', { skip: process.getuid?.() !== 0 && 'needs root' }, () => {
    assert.equal(printed('temporary').length, printed('not as new')[0] === '' ? 2 : 1)
    assert.equal(new Set(printed('temporary')).size, 1)
  })

  it('ends with the status of its steps', () => assert.equal(status, 3))
})
