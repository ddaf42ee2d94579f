// Checks the ledger's invariants: npm run check:ledger. Exit codes: 0 no findings, 1 findings, 2 the check failed.
import { readConfig } from '#server/platform/config/config.ts'
import { type LedgerCheck, ledgerChecks } from '#server/money/ledger/ledger-check.ts'
import { listForged } from '#server/money/receipts/receipts.ts'

import { noDatabaseMessage } from './command.ts'
import { openCommandDatabase } from './open-database.ts'
import { startErrorMessage } from '#server/platform/config/start-messages.ts'

try {
  process.exitCode = await checkLedger()
} catch (error) {
  console.error(startErrorMessage(error))
  process.exitCode = 2
}

async function checkLedger(): Promise<number> {
  await using opened = new AsyncDisposableStack()
  const database = await openCommandDatabase(readConfig(process.env), opened)
  if (database === undefined) {
    console.error(noDatabaseMessage)
    return 2
  }
  const ledger = ledgerChecks({
    database,
    now: () => new Date(),
    listForgedReceipts: listForged,
  })
  const check = await ledger.checkLedger()
  await ledger.saveLedgerCheck(check)
  for (const line of toLines(check)) console.log(line)
  return check.findings.length === 0 ? 0 : 1
}

function toLines({ findings, checks, tookMs }: LedgerCheck): string[] {
  return [
    ...findings.map(
      ({ name, key, ours, theirs }) =>
        `Violated: ${name}\n    ${key}: ${ours ?? '-'}, expected ${theirs ?? '-'}`,
    ),
    `${checks} checks in ${tookMs} ms, ${findings.length} findings.`,
  ]
}
