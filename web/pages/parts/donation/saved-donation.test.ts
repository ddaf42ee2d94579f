import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import {
  dropOldDonations,
  findSavedDonation,
  forgetDonation,
  listSavedDonations,
  saveDonation,
} from './saved-donation.ts'

const values = { campaign: 'well-1', idempotencyKey: 'key-1', amount: '5,000' }
const hourMs = 3_600_000

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
})
afterEach(() => {
  vi.useRealTimers()
  document.cookie = 'uid=; Max-Age=0; Path=/'
  localStorage.clear()
})

it('is found with what was typed until it is forgotten', () => {
  expect(saveDonation(values)).toBe(true)
  expect(findSavedDonation('well-1')?.values).toEqual(values)
  expect(findSavedDonation('well-2')).toBeUndefined()
  forgetDonation(values)
  expect(localStorage).toHaveLength(0)
})

it('is neither shown nor sent after 24 hours, and deleted at the next visit', () => {
  saveDonation(values)
  vi.setSystemTime(Date.now() + 24 * hourMs - 1)
  expect(findSavedDonation('well-1')).toBeDefined()
  vi.setSystemTime(Date.now() + 1)
  expect(findSavedDonation('well-1')).toBeUndefined()
  dropOldDonations()
  expect(localStorage).toHaveLength(0)
})

it('is neither shown nor sent for another account', () => {
  document.cookie = 'uid=ada; Path=/'
  saveDonation(values)
  document.cookie = 'uid=bola; Path=/'
  expect(listSavedDonations()).toEqual([])
})

it('is not replaced by another donation to the campaign', () => {
  saveDonation(values)
  expect(saveDonation({ ...values, idempotencyKey: 'key-2' })).toBe(false)
  expect(saveDonation({ ...values, campaign: 'well-2', idempotencyKey: 'key-2' })).toBe(true)
  expect(listSavedDonations()).toHaveLength(2)
})

it('is not saved where the browser forbids storage or holds something else', () => {
  localStorage.setItem('saved-donation', '{"no": "list"}')
  expect(listSavedDonations()).toEqual([])
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new Error('no storage')
  })
  expect(saveDonation(values)).toBe(false)
})
