// What a public page loads when its donation form is filled in.
export { donateInBrowser } from './send-donation.ts'
export { SavedDonationNote } from './saved-donation-note.tsx'
export { resumeDonation } from './resume-donation.ts'
