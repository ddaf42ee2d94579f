/** The plans of the settings. docs/hosted-identity.md and docs/hosted-content.md say what each carries. */
export const firebasePlans = ['spark', 'blaze'] as const
export const sanityPlans = ['free', 'growth'] as const
export type Plans = {
  firebase: (typeof firebasePlans)[number]
  sanity: (typeof sanityPlans)[number]
}
