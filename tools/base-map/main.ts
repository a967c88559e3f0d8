import { mkdir, rm, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { baseMap } from './base-map.ts'

/** `node tools/base-map/main.ts` redraws the site's base map: the files of `web/public/map/`. */
const folder = new URL('../../web/public/map/', import.meta.url)
await rm(folder, { recursive: true, force: true })
await mkdir(folder, { recursive: true })
for (const [name, text] of await baseMap()) await writeFile(fileURLToPath(new URL(name, folder)), text)
