#!/usr/bin/env node
// Old JavaScript syntax on purpose: a Node that is too old prints this message instead of failing on the first type annotation.
import { fileURLToPath, pathToFileURL } from 'node:url'

var NEEDED = 26
if (parseInt(process.versions.node, 10) < NEEDED) {
  console.error(
    'Isobar needs Node.js ' +
      NEEDED +
      ' or newer; this is ' +
      process.version +
      '. `npm ci` brings one for Linux, macOS and Windows on x64 and arm64: start it with `npm start`.',
  )
  process.exit(1)
}
// The compile cache is kept beside the packages, if that is writable: compiling is half of a start.
import('node:module').then(function (module) {
  module.enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/isobar-compiled', import.meta.url)))
  return import('./program.js').then(function (program) {
    return import(pathToFileURL(program.programOf(fileURLToPath(new URL('..', import.meta.url)))).href)
  })
})
