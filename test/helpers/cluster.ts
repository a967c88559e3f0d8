import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { copyTree, pristineCluster, testServerUrl } from './postgres.ts'

/**
 * Gives a DATA_DIR the cluster that initdb would make in it, as a copy of the run's: a second and a half of processor time less, for tests
 * that are not about the very first start. Returns the directory. With TEST_DATABASE_URL there is nothing to copy, and the first start makes it.
 */
export async function putCluster(dataDir: string): Promise<string> {
  await testServerUrl()
  const pristine = pristineCluster()
  await mkdir(dataDir, { recursive: true })
  if (pristine !== undefined) await copyTree(pristine, join(dataDir, 'postgres'))
  return dataDir
}
