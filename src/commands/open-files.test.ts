import assert from 'node:assert/strict'
import { it } from 'node:test'
import { findOpenFilesNotice } from './open-files.ts'

const limitsWith = (files: string) => `Limit                     Soft Limit           Hard Limit           Units
Max processes             95920                95920                processes
Max open files            ${files.padEnd(21)}${files.padEnd(21)}files
`

it('a limit of open files below the connections is told, with what to do', () => {
  assert.match(findOpenFilesNotice(10_000, limitsWith('128')) ?? '', /^A process may open 128 files, too few for 10000 connections: raise/)
  assert.match(findOpenFilesNotice(1_000, limitsWith('1024')) ?? '', /1024 files/)
})

it('a limit that suffices, none, and a system that does not say are no notice', () => {
  for (const limits of [limitsWith('65536'), limitsWith('unlimited'), '']) assert.equal(findOpenFilesNotice(10_000, limits), null)
})
