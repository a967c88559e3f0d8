import type { Attribution } from '../../../providers/provider.ts'

/** Marks the credit of simulated data, so that it is recognisable wherever it is shown. */
export function simulatedCredit(credit: Attribution): Attribution {
  return { ...credit, text: `Simulated weather, made up for demonstration; no real forecast. In the format of: ${credit.text}` }
}
