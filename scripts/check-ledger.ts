// Checks the ledger's invariants: npm run check:ledger. Exit codes: 0 no findings, 1 findings, 2 the check failed.
import { type LedgerCheck, ledgerChecks } from '#server/money/ledger/ledger-check.ts'
import { listForged } from '#server/money/receipts/receipts.ts'

import { runCheck } from './command.ts'

await runCheck('Usage: npm run check:ledger', async ({ database }) => {
  const ledger = ledgerChecks({ database, now: () => new Date(), listForgedReceipts: listForged })
  const check = await ledger.checkLedger()
  await ledger.saveLedgerCheck(check)
  return { message: toLines(check).join('\n'), isDone: check.findings.length === 0 }
})

function toLines({ findings, checks, tookMs }: LedgerCheck): string[] {
  return [
    ...findings.map(
      ({ name, key, ours, theirs }) =>
        `Violated: ${name}\n    ${key}: ${ours ?? '-'}, expected ${theirs ?? '-'}`,
    ),
    `${checks} checks in ${tookMs} ms, ${findings.length} findings.`,
  ]
}
