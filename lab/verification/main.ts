import { figures } from './figures.ts'
import { hasSets, WITHOUT_SETS } from './sets.ts'

/** `npm run verification`: our scores of the shared sets beside their authors’. */
if (hasSets) {
  console.log('| set | score | ours | authors |\n|---|---|---|---|')
  for (const { set, score, ours, authors, decimals } of figures()) {
    console.log(`| ${set} | ${score} | ${ours.toFixed(decimals)} | ${authors.toFixed(decimals)} |`)
  }
} else {
  console.error(WITHOUT_SETS)
  process.exitCode = 1
}
