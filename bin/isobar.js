#!/usr/bin/env node
// Plain JavaScript in old syntax, so that a Node which is too old says so instead of failing on the first type annotation.
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
// What has been compiled is kept beside the packages, where it can be written: half of a start is compiling.
import('node:module').then(function (module) {
  module.enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/isobar-compiled', import.meta.url)))
  return import('./program.js').then(function (program) {
    return import(pathToFileURL(program.programOf(fileURLToPath(new URL('..', import.meta.url)))).href)
  })
})
