import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import { afterwards, temporaryDir } from './embedded.ts'

/** A folder that holds exactly these migrations, name to SQL. */
export function migrationsFolder(t: TestContext, files: Readonly<Record<string, string>>): string {
  const folder = join(temporaryDir(t), 'migrations')
  writeMigrations(folder, files)
  return folder
}

/** Replaces the folder's contents. */
export function writeMigrations(folder: string, files: Readonly<Record<string, string>>): void {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder)
  for (const [name, sql] of Object.entries(files)) writeFileSync(join(folder, name), sql)
}

export interface MigratingNodes {
  /** Lets all of them start at once. */
  go(): void
  /** What each of them printed. */
  readonly outcomes: Promise<{ ran?: string[]; error?: string }[]>
}

/** Starts `count` processes that are connected and ready to migrate. */
export async function startMigratingNodes(t: TestContext, count: number, connection: string, folder: string): Promise<MigratingNodes> {
  const program = fileURLToPath(new URL('migrate-process.ts', import.meta.url))
  const nodes = await Promise.all(
    Array.from({ length: count }, async () => {
      const child = spawn(process.execPath, [program, connection, folder], { stdio: ['pipe', 'pipe', 'inherit'] })
      afterwards(t, () => child.kill('SIGKILL'))
      const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
      if ((await lines.next()).value !== 'ready') throw new Error('a migrating node did not start')
      const exited = once(child, 'exit')
      const outcome = lines.next().then(async ({ value }) => {
        await exited
        return JSON.parse(value as string) as { ran?: string[]; error?: string }
      })
      return { child, outcome }
    }),
  )
  return {
    go: () => nodes.forEach(({ child }) => child.stdin.write('go\n')),
    outcomes: Promise.all(nodes.map(({ outcome }) => outcome)),
  }
}
