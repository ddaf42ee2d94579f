/** The card and the badge of a campaign on other websites. */
export const embedText = {
  organiser: (name: string) => `Organised by ${name}`,
  raisedSoFar: 'Raised so far',
  progress: (raised: string, goal: string) => `${raised} raised of ${goal}`,
  donate: 'Donate on Ajo',
  see: 'See it on Ajo',
  ended: 'This campaign has ended.',
  cancelled: 'This campaign was cancelled. All donations are being refunded.',
}
