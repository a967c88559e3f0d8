#!/usr/bin/env node
// Plain JavaScript in old syntax, so that a Node which is too old says so instead of failing on the first type annotation.
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
import('../src/main.ts')
