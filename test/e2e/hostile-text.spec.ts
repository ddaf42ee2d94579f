import type { Page } from '@playwright/test'

import { cleanLine, cleanParagraphs } from '#shared/text.ts'
import { hostileTexts } from '#test/attacks/hostile-texts.ts'
import { campaignForm } from '#test/support/campaigns/campaigns.ts'

import { startAjo, type Ajo } from './ajo.ts'
import { goodCard, payWithCard, photograph, signIn } from './steps.ts'
import { withDatabase } from './story-campaign.ts'
import { expect, test as story } from './story.ts'

/** Short fields take one text each, so only every twentieth text is tried. TEXTS=all tries all of them. */
const step = process.env['TEXTS'] === 'all' ? 1 : 20
const perCampaign = 90

// The test creates more campaigns than the daily limit of one user.
const test = story.extend<object, { ajo: Ajo }>({
  ajo: [
    // eslint-disable-next-line no-empty-pattern -- the runner reads the fixture's needs from this pattern
    async ({}, use) => {
      const { AJO_DATA: template } = process.env
      await using ajo = await startAjo({ template, env: { RATE_LIMITS: 'off' } })
      await use(ajo)
    },
    { scope: 'worker', timeout: 240_000 },
  ],
})

test(
  'shows hostile text unchanged and runs none of it',
  { tag: '@long' },
  async ({ ajo, person }) => {
    test.setTimeout(step === 1 ? 3_600_000 : 600_000)
    expect(new Set(hostileTexts).size).toBeGreaterThan(250)
    const owner = await person()
    const reviewer = await person()
    for (const page of [owner, reviewer])
      page.on('dialog', () => expect(page.url()).toBe('without a dialog'))
    await signIn(owner, ajo, 'owner')
    await signIn(reviewer, ajo, 'reviewer')
    const writer = createWriter(owner, ajo.url)

    await test.step('in the long fields', async () => {
      for (const texts of portions(hostileTexts, perCampaign)) {
        const story = texts.join('\n')
        const campaign = await writer.submit({
          description: story,
          raiseMoneyFor: story,
          importance: story,
          impact: story,
        })
        await publish(ajo, campaign.id)
        for (const address of [`/c/${campaign.slug}`, `/dashboard/campaign/${campaign.id}`]) {
          await owner.goto(address)
          await expect(owner.getByRole('heading', { level: 1, name: campaign.title })).toBeVisible()
          await expectTexts(owner, texts.map(cleanParagraphs))
        }
      }
    })

    await test.step('in the short fields', async () => {
      for (const text of shortTexts(60)) {
        const { id, slug } = await writer.submit({
          title: text,
          country: text,
          city: text,
          name: text,
        })
        await reviewer.goto(`/dashboard/reviews?item=${id}`)
        await expect(reviewer.getByRole('article').first()).toBeVisible()
        await expectTexts(reviewer, [cleanLine(text)])
        await publish(ajo, id)
        await owner.goto(`/c/${slug}`)
        await expectTexts(owner, [cleanLine(text)])
        const shared = owner.locator('meta[property="og:title"]')
        await expect(shared).toHaveAttribute('content', cleanLine(text))
      }
      await owner.goto('/dashboard/campaigns')
      await expect(owner.getByRole('article').first()).toBeVisible()
    })

    await test.step('in names and messages of donors', async () => {
      const { id, slug } = await writer.submit({})
      await publish(ajo, id)
      const donor = await person()
      for (const text of shortTexts(80).slice(0, 3)) {
        await donor.goto(`/c/${slug}/donate`, { waitUntil: 'networkidle' })
        await donor.getByRole('textbox', { name: 'Amount' }).fill('500')
        await donor.getByLabel('Email address').fill('donor@example.org')
        await donor.getByLabel('Name', { exact: false }).first().fill(text)
        await donor.getByText('Add a message').click()
        await donor.getByLabel('Message', { exact: false }).first().fill(text)
        await donor.getByRole('button', { name: 'Pay now!' }).click()
        await payWithCard(donor, goodCard)
        await expect(donor).toHaveURL(/\/donations\//)
        await owner.goto(`/dashboard/campaign/${id}/money`)
        await expectTexts(owner, [cleanLine(text)])
      }
    })
  },
)

function createWriter(page: Page, origin: string) {
  const headers = { origin }
  let picture: { id: string; alt: string } | undefined
  let count = 0
  return {
    /** Submits a campaign with these texts. */
    async submit(change: Parameters<typeof campaignForm>[1]) {
      picture ??= await uploadPicture(page, headers)
      const form = campaignForm([picture], { title: `A well, number ${++count}`, ...change })
      const answer = await page.request.post('/api/campaigns', {
        headers: { ...headers, 'idempotency-key': `hostile-text-${count}-${Date.now()}` },
        data: form,
      })
      expect(await answer.text()).toContain('"campaign"')
      const { campaign } = (await answer.json()) as {
        campaign: { id: string; slug: string; title: string }
      }
      return campaign
    },
  }
}

async function uploadPicture(page: Page, headers: Record<string, string>) {
  const file = await photograph('well.jpg', '#7a5')
  const answer = await page.request.post('/api/images', { headers, multipart: { file } })
  const { id } = (await answer.json()) as { id: string }
  return { id, alt: hostileTexts[0] ?? '' }
}

/** Publishes at once: hostile texts can look like an institution's name, which needs two reviewers and ten seconds. */
async function publish(ajo: Ajo, id: string) {
  await withDatabase(ajo, (client) =>
    client.query(`update campaign set status = 'approved' where id = $1`, [id]),
  )
}

/** Expects each text on the page. White space is normalized. */
async function expectTexts(page: Page, texts: string[]) {
  const plain = (text: string | null) => (text ?? '').replaceAll(/\s+/g, ' ').trim()
  await expect(async () => {
    const shown = plain(await page.locator('body').textContent())
    expect(texts.map(plain).filter((text) => !shown.includes(text))).toEqual([])
  }).toPass({ timeout: 15_000 })
}

function shortTexts(most: number): string[] {
  return hostileTexts.filter(
    (text, index) =>
      index % step === 0 && cleanLine(text).length > 0 && cleanLine(text).length <= most,
  )
}

function portions<Item>(items: readonly Item[], size: number): Item[][] {
  const count = Math.ceil(items.length / size)
  return Array.from({ length: count }, (_, index) => items.slice(index * size, (index + 1) * size))
}
