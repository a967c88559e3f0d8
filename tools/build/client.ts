import { execFile } from 'node:child_process'
import { cp } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const run = promisify(execFile)
const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const CLIENT = join(ROOT, 'packages', 'client')

/**
 * Builds `@isobar/client` in `folder`, as npm installs it: one module, and the declarations of its types. The package's own folder gets them, too, when
 * `npm pack` is run there.
 * @throws with the output of a tool that fails
 */
export async function buildClient(folder: string): Promise<void> {
  if (resolve(folder) !== CLIENT) for (const file of ['package.json', 'README.md']) await cp(join(CLIENT, file), join(folder, file))
  await cp(join(ROOT, 'LICENSE'), join(folder, 'LICENSE'))
  // A development package.
  const { rolldown } = await import('rolldown')
  const build = await rolldown({ input: join(CLIENT, 'src', 'index.ts'), platform: 'neutral' })
  await build.write({ file: join(folder, 'dist', 'index.js'), format: 'esm' })
  await build.close()
  await run(join(ROOT, 'node_modules', '.bin', 'tsc'), ['-p', CLIENT, '--outDir', join(folder, 'dist')])
}
