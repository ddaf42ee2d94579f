// Proves the books: npm run check:ledger. Ends with 1 where something does not hold.
import { readConfig } from '#server/config/config.ts'
import { ledgerProof, type Proof } from '#server/ledger/reconciliation/ledger-check.ts'
import { startMistake } from '#server/config/start-errors.ts'

import { openAjoDatabase } from './open-database.ts'

try {
  process.exitCode = await checkLedger()
} catch (error) {
  console.error(startMistake(error))
  process.exitCode = 2
}

async function checkLedger(): Promise<number> {
  await using opened = new AsyncDisposableStack()
  const database = await openAjoDatabase(readConfig(process.env), opened)
  if (database === undefined) {
    console.error('There is no Ajo here yet: start it first with npm start.')
    return 2
  }
  const ledger = ledgerProof({ database, now: () => new Date() })
  const proof = await ledger.proveBooks()
  await ledger.keepProof(proof)
  for (const line of linesOf(proof)) console.log(line)
  return proof.findings.length === 0 ? 0 : 1
}

function linesOf({ findings, checks, tookMs, root }: Proof): string[] {
  return [
    ...findings.map(
      ({ name, key, ours, theirs }) =>
        `NOT SO: ${name}\n    ${key}: ${ours ?? '-'}, not ${theirs ?? '-'}`,
    ),
    `${checks} checks in ${tookMs} ms, ${findings.length} findings.`,
    `Root of all chains: ${root ?? 'none yet'}`,
  ]
}
