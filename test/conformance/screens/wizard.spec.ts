import { fillContact } from '../../e2e/forms.ts'
import { inDays, photograph, signIn } from '../../e2e/steps.ts'
import { expectOrder } from '../screen.ts'
import { expect, test } from '../walk.ts'

const story = 'The old borehole has been dry since March, and the river makes the children ill.'

test('the wizard leads through three tabs to a submission', async ({ row, person, ajo }) => {
  const page = await person()
  await signIn(page, ajo, 'donor')
  await page.goto('/dashboard/campaigns/create')
  const tab = (name: string) => page.getByRole('tab', { name, exact: true })
  const panel = page.getByRole('tabpanel')
  const next = page.getByRole('button', { name: 'Next', exact: true })
  await expect(tab('Basic Information')).toBeVisible()
  await row('2.42', async () => {
    await expect(page.getByRole('tab')).toHaveText([
      'Basic Information',
      'Campaign Information',
      'Contact Information',
    ])
  })
  await row('2.81', async () => {
    for (const name of ['Campaign Title', 'Country', 'City'])
      await expect(page.getByLabel(name, { exact: true })).toBeEditable()
    await expect(page.getByLabel('Category', { exact: true })).toBeEnabled()
    await expectOrder(panel, ['title', 'country', 'city', 'category'])
    await expect(next).toBeEnabled()
  })
  await row('2.82', async () => {
    await expect(page.getByLabel('Category', { exact: true }).getByRole('option')).toHaveText([
      'Select an option',
      'Education',
      'Health',
      'Emergency Assistance',
      'Community Development',
      'Career',
      /other/i,
    ])
    for (const category of ['Education', 'Health', 'Emergency Assistance', 'Career'])
      await expect(panel.getByRole('option', { name: category })).toHaveAttribute('value', category)
  })
  await row('2.87', async () => {
    await tab('Campaign Information').click()
    await expect(page.getByText('Campaign Title is required').first()).toBeVisible()
    await expect(tab('Basic Information')).toHaveAttribute('aria-selected', 'true')
  })
  const title = `A well for Ife ${Date.now()}`
  await page.getByLabel('Campaign Title').fill(title)
  await page.getByLabel('Country').fill('Nigeria')
  await page.getByLabel('City').fill('Ife')
  await page.getByLabel('Category', { exact: true }).selectOption('Community Development')
  await row('2.87', async () => {
    await tab('Contact Information').click()
    await expect(page.getByText('Campaign Description is required').first()).toBeVisible()
    await expect(tab('Campaign Information')).toHaveAttribute('aria-selected', 'true')
    await tab('Basic Information').click()
    await expect(tab('Basic Information')).toHaveAttribute('aria-selected', 'true')
    await next.click()
  })
  const images = page.getByLabel('Images', { exact: true })
  await row('2.83', async () => {
    for (const name of ['Description', 'Goal Amount', 'Raise Money For', 'Importance', 'Impact'])
      await expect(page.getByLabel(name, { exact: true })).toBeEditable()
    for (const name of ['Start Date', 'End Date'])
      await expect(page.getByLabel(name, { exact: true })).toHaveAttribute('type', 'date')
    await expectOrder(panel, [
      'description',
      'goalAmount',
      'startDate',
      'endDate',
      'raiseMoneyFor',
      'importance',
      'impact',
    ])
    await expect(images).toBeAttached()
    await expect(next).toBeEnabled()
  })
  await row('2.84', async () => {
    await expect(images).toHaveAttribute('multiple', '')
    const accepted = (await images.getAttribute('accept')) ?? ''
    for (const kind of ['.jpg', '.jpeg', '.png']) expect(accepted).toContain(kind)
  })
  await page.getByLabel('Description').fill('Clean water for four hundred families.')
  await page.getByLabel('Goal Amount').fill('5,000,000')
  await page.getByLabel('Start Date').fill(inDays(2))
  await page.getByLabel('End Date').fill(inDays(60))
  for (const name of ['Raise Money For', 'Importance', 'Impact'])
    await page.getByLabel(name, { exact: true }).fill(story)
  await images.setInputFiles([
    await photograph('well.jpg', '#68a'),
    await photograph('b.jpg', '#a86'),
  ])
  await row('2.84', async () => {
    await expect(page.getByRole('button', { name: 'Remove photo 2' })).toBeVisible()
  })
  await page.getByRole('button', { name: 'Remove photo 2' }).waitFor()
  await next.click()
  const bank = page.getByLabel('Bank', { exact: true })
  await page.getByRole('option', { name: 'Guaranty Trust Bank' }).waitFor({ state: 'attached' })
  const submit = page.getByRole('button', { name: 'Submit', exact: true })
  await row('2.85', async () => {
    for (const name of ['Name', 'Email', 'Phone Number', 'Account Number'])
      await expect(page.getByLabel(name, { exact: true })).toBeEditable()
    await expect(bank).toBeEnabled()
    await expectOrder(panel, ['name', 'email', 'phone', 'accountNumber', 'bank'])
    await expect(submit).toBeEnabled()
  })
  await row('2.86', async () => {
    const listed = await page.request.get('/api/banks')
    const { banks } = (await listed.json()) as { banks: { name: string }[] }
    expect(banks.length).toBeGreaterThan(3)
    const options = await bank.getByRole('option').allTextContents()
    // Banks that share a code share an option.
    const names = options.slice(1).flatMap((option) => option.split(' / '))
    expect(names.toSorted()).toEqual(banks.map(({ name }) => name).toSorted())
  })
  await fillContact(page)
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/campaigns'))
      sent.push(request.url())
  })
  const dialog = page.getByRole('alertdialog', { name: 'Confirm Submission' })
  await submit.click()
  await row('2.88', async () => {
    await expect(dialog.getByText('Are you sure you want to submit this campaign?')).toBeVisible()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(dialog).toBeHidden()
    expect(sent).toEqual([])
    await submit.click()
    await expect(dialog.getByRole('button', { name: 'Confirm' })).toBeVisible()
  })
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await row('2.90', async () => {
    await expect(page).toHaveURL(/\/dashboard\/profile/)
    await expect(page.getByRole('article').filter({ hasText: title })).toBeVisible()
  })
  await row('6.3', async () => {
    for (const [path, heading] of [
      ['campaigns/create', 'Create Campaign'],
      ['transactions', 'Transactions'],
      ['settings', 'Settings'],
      ['profile', 'Tunde Bakare'],
    ]) {
      await page.goto(`/dashboard/${path}`)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading ?? '')
    }
  })
})
