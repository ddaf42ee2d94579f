import type { Page } from '@playwright/test'

import { arrive, become, logIn, readHue, readStyle, see, until, type Walk } from './walk.ts'

/** Specification §2 and §4: transactions, and the id on cards of the profile. */
export async function walkTransactions({ begin, check, newPage, server }: Walk) {
  begin('§2, §4 Transactions')
  const page = await newPage()
  await logIn(page, server.login('owner'))
  await arrive(page, /^\/dashboard/)
  await page.goto('/dashboard/transactions', { waitUntil: 'networkidle' })
  await check("'Keep track of donations made on your campaigns!'", () =>
    see(page, 'Keep track of donations made on your campaigns!'),
  )
  await check('columns in their order', () =>
    become(
      async () => (await page.getByRole('columnheader').allInnerTexts()).slice(0, 5),
      ['Contributor', 'Amount', 'Status', 'Campaign', 'Date'],
    ),
  )
  await checkColour(check, page, { status: 'success', from: 90, to: 180 })
  await checkColour(check, page, { status: 'failed', from: 0, to: 30 })
  await checkColour(check, page, { status: 'abandoned', from: 30, to: 65 })
  await page.goto('/dashboard/profile', { waitUntil: 'networkidle' })
  await check('cards of the profile show the id', async () => {
    const card = page.getByRole('article').first()
    const id = /campaign\/([^/]+)$/.exec(
      (await card.getByRole('link').first().getAttribute('href')) ?? '',
    )?.[1]
    await see(card, id ?? 'no id', false)
  })
  await page.context().close()
}

type Hues = { status: string; from: number; to: number }

const checkColour = (check: Walk['check'], page: Page, { status, from, to }: Hues) =>
  check(`status ${status} has a hue from ${from}° to ${to}°`, async () => {
    const hue = await findStatusHue(page, status)
    if (hue < from || hue > to) throw new Error(`${hue}°`)
  })

/** The hue of the badge's text, in degrees, on the first page of transactions that shows the status. */
async function findStatusHue(page: Page, status: string): Promise<number> {
  for (const tab of ['received', 'given']) {
    await page.goto(`/dashboard/transactions?tab=${tab}`)
    for (;;) {
      // The list is read by a script that loads after the page.
      const empty = page.getByText('No active transactions', { exact: true })
      await page.getByRole('cell').or(empty).first().waitFor()
      const badge = page.getByRole('cell', { name: status, exact: true }).first()
      if ((await badge.count()) > 0)
        return readHue(
          page,
          await readStyle(badge.getByText(status, { exact: true }).last(), 'color'),
        )
      const next = page.getByRole('link', { name: 'Next page' })
      if ((await next.count()) === 0) break
      const rows = page.getByRole('row')
      const before = await rows.allInnerTexts()
      await next.click()
      await until(async () => {
        const now = await rows.allInnerTexts()
        return now.length > 1 && now.join() !== before.join()
      })
    }
  }
  throw new Error(`no transaction is ${status}`)
}
