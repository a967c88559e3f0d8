import { writeFile } from 'node:fs/promises'
import { drawInland } from './inland.ts'

/** `node tools/inland/main.ts` redraws `packages/providers/src/cap/inland.json`: where silence of a country's feed means that there is no warning. */
await writeFile(
  new URL('../../packages/providers/src/cap/inland.json', import.meta.url),
  `${JSON.stringify(await drawInland(), null, 1)}\n`,
)
