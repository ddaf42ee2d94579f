import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'

import { fakeApi, nothing, refusal } from '#test/support/web/fake-api.ts'
import { expectAccessible, renderAt } from '#test/support/web/render.tsx'
import { wellEdit } from '#test/support/web/versions.ts'

import { LiveEditList } from '../reviews.tsx'

function open(total = 1) {
  const onDone = vi.fn<() => void>()
  const list = { total, threshold: 100, edits: total === 0 ? [] : [wellEdit] }
  renderAt(
    '/',
    '/',
    <LiveEditList list={list} renderDifference={() => <p>The difference</p>} onDone={onDone} />,
  )
  return onDone
}
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

it('accepts the version that is shown', async () => {
  const api = fakeApi({ 'POST /api/reviews/well-1/edits/accept': nothing })
  const onDone = open()
  expect(screen.getByText('The difference')).toBeVisible()
  expect(screen.getByText('60 points. Edits with 100 points wait for review.')).toBeVisible()
  await expectAccessible()
  await press('Looks fine')
  expect(await screen.findByText('The edit of A well for Oke-Odo is checked.')).toBeInTheDocument()
  expect(api.sent('POST /api/reviews/well-1/edits/accept')).toEqual([{ number: 2 }])
  expect(onDone).toHaveBeenCalledOnce()
})

it('takes an edit back with a reason', async () => {
  const api = fakeApi({ 'POST /api/reviews/well-1/edits/take-back': nothing })
  open()
  await press('Take back')
  await userEvent.type(await screen.findByLabelText('Reason'), 'Who has confirmed this?')
  await userEvent.click(screen.getAllByRole('button', { name: 'Take back' }).at(-1) as HTMLElement)
  expect(
    await screen.findByText('The edit of A well for Oke-Odo is taken back.'),
  ).toBeInTheDocument()
  expect(api.sent('POST /api/reviews/well-1/edits/take-back')).toEqual([
    { number: 2, reason: 'Who has confirmed this?' },
  ])
})

it('reloads the list when a later edit arrived', async () => {
  fakeApi({ 'POST /api/reviews/well-1/edits/accept': refusal(409, 'campaign-changed') })
  const onDone = open()
  await press('Looks fine')
  await expect.poll(() => onDone).toHaveBeenCalledOnce()
})

it('says how many edits are not listed', () => {
  open(7)
  expect(screen.getByText('The first 1 of 7 are listed.')).toBeVisible()
})

it('is empty without live edits', () => {
  open(0)
  expect(screen.queryByRole('heading')).not.toBeInTheDocument()
})
