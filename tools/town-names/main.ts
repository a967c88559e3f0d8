import { readFile, writeFile } from 'node:fs/promises'
import { townKey } from '../../src/features/weather/places/gazetteer/town-table.ts'

/**
 * `node tools/town-names/main.ts cities500.txt`: the names of large towns in other languages and scripts, normalized by `townKey`, from GeoNames'
 * dump of that name (download.geonames.org/export/dump, CC BY 4.0). The result is committed.
 */
const OUT = new URL('../../src/features/weather/places/gazetteer/other-names.tsv', import.meta.url)
const MIN_POPULATION = 100_000
/** Airport codes are among the names. */
const AIRPORT = /^[A-Z]{3}$/

const [source] = process.argv.slice(2)
if (source === undefined) throw new Error('Name a file: node tools/town-names/main.ts cities500.txt')

const rows = (await readFile(source, 'utf8')).split('\n').flatMap((line) => {
  const [id = '', name = '', , alternate = '', , , , , , , , , , , population] = line.split('\t')
  if (!(Number(population) >= MIN_POPULATION)) return []
  const names = alternate.split(',').filter((each) => !AIRPORT.test(each))
  const keys = new Set(names.map(townKey))
  keys.delete(townKey(name))
  const longEnough = [...keys].filter((key) => [...key].length > 1)
  return longEnough.length === 0 ? [] : [{ id: Number(id), keys: longEnough }]
})
const text = rows.toSorted((a, b) => a.id - b.id).map(({ id, keys }) => `${id}\t${keys.join(',')}\n`)
await writeFile(OUT, text.join(''))
