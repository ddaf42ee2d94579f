/** Printed posters and cards of a campaign. */
export const posterText = {
  organiser: (name: string) => `Organised by ${name}`,
  scan: 'Scan to donate',
  goal: (goal: string) => `Goal: ${goal}`,
  check: 'The page shows the story and every donation. You need no account to donate.',
}
