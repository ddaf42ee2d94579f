import type { Page } from '@playwright/test'

import { campaignForm } from '#test/support/campaigns/campaigns.ts'
import { pdf } from '#test/support/documents/pdf-files.ts'

import { approveItem, openNewestMail, photograph, signIn } from './steps.ts'
import { expect, test } from './story.ts'

const title = 'Beds for the General Hospital of Ilorin'

test(
  'two reviewers approve a campaign of an institution, and the first approval is undone',
  { tag: '@long' },
  async ({ ajo, person }) => {
    const [owner, first, second, visitor] = [
      await person(),
      await person(),
      await person(),
      await person(),
    ]
    await signIn(owner, ajo, 'owner')
    await signIn(first, ajo, 'reviewer')
    await signIn(second, ajo, 'admin')
    const { id, slug } = await submit(owner, ajo.url)
    const findItem = (page: Page) => page.getByRole('article', { name: title })

    await test.step('without a document the approval is refused', async () => {
      await first.goto(`/dashboard/reviews?q=${encodeURIComponent(title)}`)
      await expect(
        findItem(first).getByText('The title names an institution: hospital'),
      ).toBeVisible()
      await approve(first)
      await expect(first.getByText(/supporting document/).first()).toBeVisible()
      const file = { name: 'letter.pdf', mimeType: 'application/pdf', buffer: Buffer.from(pdf()) }
      const added = await owner.request.post(`/api/campaigns/${id}/documents`, {
        headers: { origin: ajo.url },
        multipart: { file },
      })
      expect(added.status()).toBe(201)
    })

    await test.step('the first approval is undone with the keyboard', async () => {
      await first.goto(`/dashboard/reviews?q=${encodeURIComponent(title)}`)
      await approve(first)
      const undo = findItem(first).getByRole('button', { name: 'Undo' })
      await expect(undo).toBeFocused()
      await expect(findItem(first).getByText(/^Takes effect in \d+ seconds\.$/)).toBeVisible()
      await undo.press('Enter')
      await expect(first.getByText(`The decision on ${title} is undone.`)).toBeVisible()
      await expect(findItem(first).getByRole('button', { name: 'Approve' })).toBeFocused()
    })

    await test.step('the first approval is made again', async () => {
      await approve(first)
      await expect(first.getByText(`${title} needs one more approval.`)).toBeVisible()
      expect((await visitor.request.get(`/c/${slug}`)).status()).toBe(404)
    })

    await test.step('the second approval publishes the campaign after ten seconds', async () => {
      await second.goto(`/dashboard/reviews?q=${encodeURIComponent(title)}`)
      await approve(second)
      await expect(findItem(second).getByRole('button', { name: 'Undo' })).toBeVisible()
      expect((await visitor.request.get(`/c/${slug}`)).status()).toBe(404)
      await expect(second.getByText(`${title} is approved and live.`)).toBeVisible()
      await visitor.goto(`/c/${slug}`)
      await expect(visitor.getByRole('heading', { level: 1, name: title })).toBeVisible()
      await openNewestMail(owner, ajo.person('owner').email, /^Your campaign is live: Beds/)
    })
  },
)

const approve = (page: Page) => approveItem(page.getByRole('article', { name: title }))

async function submit(page: Page, origin: string) {
  const file = await photograph('ward.jpg', '#57a')
  const uploaded = await page.request.post('/api/images', {
    headers: { origin },
    multipart: { file },
  })
  const { id } = (await uploaded.json()) as { id: string }
  const answer = await page.request.post('/api/campaigns', {
    headers: { origin, 'idempotency-key': `undo-${Date.now()}` },
    data: campaignForm([{ id, alt: 'A ward' }], { title }),
  })
  expect(answer.status(), await answer.text()).toBe(201)
  const { campaign } = (await answer.json()) as { campaign: { id: string; slug: string } }
  return campaign
}
