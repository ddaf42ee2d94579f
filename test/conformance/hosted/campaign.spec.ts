import { submitCampaign } from './campaign-form.ts'
import { dismissToasts, expectToast, press, getToast } from '../screen.ts'
import { expect, signUp, test } from './hosted.ts'

const failure = { error: { description: 'out of order' } }
const query = '/v2024-03-16/data/query'
const mutate = '/v2024-03-16/data/mutate'

test('a campaign is listed once it is approved, and to its owner before', async ({
  row,
  owner: { page, uid },
  hosted: { edge, url },
}) => {
  const [pending, approved, rejected] = [
    await submitCampaign(page, url, 'Pending well'),
    await submitCampaign(page, url, 'Approved well'),
    await submitCampaign(page, url, 'Rejected well'),
  ]
  edge.setStatus(approved, 'approved')
  edge.setStatus(rejected, 'rejected')
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])

  await page.goto('/dashboard/campaigns')
  await row('4.10', async () => {
    await expect(page.getByRole('heading', { name: 'Approved well' })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Pending well' })).toHaveCount(0)
    await expect(page.getByRole('heading', { name: 'Rejected well' })).toHaveCount(0)
    // Without the owner's session.
    expect((await fetch(`${url}/c/${pending}`)).status).toBe(404)
  })
  const queries = () =>
    edge.requests.flatMap((request) => (request.path.includes('data/query') ? [request.query] : []))
  await page.goto('/dashboard/profile')
  await row('4.11', async () => {
    const titles = page.getByRole('article').getByRole('heading')
    for (const [tab, expected] of [
      ['All', ['Approved well', 'Pending well', 'Rejected well']],
      ['Approved', ['Approved well']],
      ['Pending', ['Pending well']],
      ['Rejected', ['Rejected well']],
    ] as const) {
      await page.getByRole('tab', { name: tab, exact: true }).click()
      await expect(titles).toHaveCount(expected.length)
      expect((await titles.allInnerTexts()).toSorted()).toEqual(expected)
    }
  })
  await row('7.15', async () => {
    await page.getByRole('tab', { name: 'Rejected', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'Rejected well' })).toBeVisible()
    const all = queries()
    expect(all.map((each) => each.query).join('\n')).toContain('_type == "campaign"')
    const asked = JSON.stringify(all)
    expect(asked).toContain('userId == $ownerUid')
    expect(asked).toContain(uid)
    for (const status of ['approved', 'rejected']) expect(asked).toContain(status)
    await page.goto(`/dashboard/campaign/${approved.toUpperCase()}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Approved well')
    expect(JSON.stringify(queries())).toContain(approved)
  })
  await row('7.19', async () => {
    const last = edge.last('data/query/production')
    expect(last.path).toBe('/v2024-03-16/data/query/production')
    expect(last.query.perspective).toBe('published')
    expect(last.headers.get('authorization')).toBe(`Bearer ${edge.sanity.options.token}`)
  })

  await page.goto(`/dashboard/campaign/${approved}`)
  await row('8.23', async () => {
    await press(page, 'Copy link')
    await expectToast(page, 'link copied to clipboard')
    const copied = await page.evaluate<string>('navigator.clipboard.readText()')
    expect(copied).toMatch(/\/c\//)
  })
  await page.goto(`/dashboard/campaign/${pending}`)
  const remove = async () => {
    await press(page, 'Delete Campaign')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  }
  await row('8.27', async () => {
    edge.refuse(mutate, 400, failure)
    await remove()
    await expectToast(page, 'Error deleting campaign')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pending well')
  })
  await dismissToasts(page)
  await remove()
  await row('8.21', () => expect(getToast(page, 'Campaign deleted successfully')).toBeVisible())
  await expect(page).toHaveURL(/\/dashboard\/profile/)
  await row('7.17', async () => {
    const deletions = edge.requests.filter(({ body }) =>
      JSON.stringify(body).includes(`"delete":{"id":"campaign.${pending}"`),
    )
    expect(deletions.at(-1)).toMatchObject({ path: '/v2024-03-16/data/mutate/production' })
    expect(edge.sanity.documents.has(`campaign.${pending}`)).toBe(false)
  })
})

test('a list that cannot be loaded says so', async ({ row, visitor: page, hosted: { edge } }) => {
  await row('8.32', async () => {
    const fault = edge.refuse(query, 500, failure, 99)
    await page.goto('/dashboard/campaigns?category=Health')
    const message = 'We couldn’t load campaigns right now. Please try again in a moment.'
    await expect(getToast(page, message)).toBeVisible()
    await expect(page.getByRole('article')).toHaveCount(0)
    const retry = page.getByRole('button', { name: 'Retry' })
    await expect(retry.first()).toBeVisible()
    fault.end()
    await retry.first().click()
    await expect(retry).toHaveCount(0)
  })
  await row('8.35', async () => {
    const fault = edge.refuse(query, 500, failure, 99)
    await page.goto('/c/any-campaign')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      'Unexpected Application Error!',
    )
    fault.end()
  })
})

test('the browser calls only Ajo and holds no key', async ({ row, visitor: page, hosted }) => {
  const { edge, url } = hosted
  const answers: Promise<string>[] = []
  const origins = new Set<string>()
  const asked: string[] = []
  page.on('request', (request) => {
    origins.add(new URL(request.url()).origin)
    asked.push(request.url())
  })
  page.on('response', (response) => {
    if (/script|document|fetch/.test(response.request().resourceType()))
      answers.push(response.text().catch(() => ''))
  })
  await signUp(page, hosted)
  for (const path of ['/', '/dashboard/overview', '/dashboard/campaigns/create'])
    await page.goto(path, { waitUntil: 'networkidle' })
  await row(['7.1', '7.29'], async () => {
    expect([...origins]).toEqual([url])
    expect(asked).toContainEqual(expect.stringContaining(`${url}/api/`))
    const texts = (await Promise.all(answers)).join('\n')
    expect(texts.length).toBeGreaterThan(200_000)
    for (const secret of [edge.sanity.options.token, edge.env.FIREBASE_API_KEY, 'sk_test_'])
      expect(texts.includes(secret)).toBe(false)
    expect(texts).not.toMatch(/googleapis\.com|sanity\.io|api\.paystack\.co/)
  })
})
