import { writeFile } from 'node:fs/promises'
import { baseMap } from './base-map.ts'
import { COARSE_SIZE, FINE_SIZE } from './path.ts'

/** `node tools/base-map/main.ts` redraws the site's base maps: `web/public/base-map.json` and `base-map-fine.json`. */
await writeFile(new URL('../../web/public/base-map.json', import.meta.url), await baseMap(COARSE_SIZE))
await writeFile(new URL('../../web/public/base-map-fine.json', import.meta.url), await baseMap(FINE_SIZE))
