import { writeFile } from 'node:fs/promises'
import { drawInland } from './inland.ts'

/** `node tools/inland/main.ts` draws anew where the silence of a country's feed means that there is no warning: `src/providers/cap/inland.json`. */
await writeFile(new URL('../../src/providers/cap/inland.json', import.meta.url), `${JSON.stringify(await drawInland(), null, 1)}\n`)
