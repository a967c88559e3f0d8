#!/usr/bin/env node
// Old JavaScript syntax on purpose: a Node that is too old must be able to read it, and to start the one that npm installed beside it.
import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

var NEEDED = 26
var SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGUSR2']

if (parseInt(process.versions.node, 10) >= NEEDED) run()
else {
  var node = findNode()
  if (node !== undefined) runOn(node)
  else {
    console.error(
      'Isobar needs Node.js ' +
        NEEDED +
        ' or newer; this is ' +
        process.version +
        '. npm installs one with it for Linux, macOS and Windows on x64 and arm64, unless it is told to omit optional packages.',
    )
    process.exit(1)
  }
}

function run() {
  // The compile cache is kept beside the packages, if that is writable: compiling is half of a start.
  import('node:module').then(function (module) {
    module.enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/isobar-compiled', import.meta.url)))
    return import('./program.js').then(function (program) {
      return import(pathToFileURL(program.programOf(fileURLToPath(new URL('..', import.meta.url)))).href)
    })
  })
}

/** The Node in one of the optional packages, which npm installs for its platform only. */
function findNode() {
  var platform = process.platform === 'win32' ? 'win' : process.platform
  var find = createRequire(import.meta.url)
  var names = ['node-', 'node-bin-'].map(function (prefix) {
    return prefix + platform + '-' + process.arch
  })
  for (var index = 0; index < names.length; index++) {
    try {
      return join(dirname(find.resolve(names[index] + '/package.json')), 'bin', platform === 'win' ? 'node.exe' : 'node')
    } catch {
      // The next one, if any.
    }
  }
  return undefined
}

/** Runs the same command on that Node, and ends as it ends. */
function runOn(node) {
  var child = spawn(node, process.execArgv.concat(process.argv.slice(1)), { stdio: 'inherit' })
  SIGNALS.forEach(function (signal) {
    process.on(signal, function () {
      child.kill(signal)
    })
  })
  child.on('error', function (error) {
    console.error('Isobar needs Node.js ' + NEEDED + ' or newer; the one that npm installed does not start: ' + error.message)
    process.exit(1)
  })
  child.on('exit', function (status, signal) {
    if (signal === null) process.exit(status)
    SIGNALS.forEach(function (name) {
      process.removeAllListeners(name)
    })
    process.kill(process.pid, signal)
  })
}
