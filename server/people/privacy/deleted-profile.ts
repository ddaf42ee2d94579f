/** Values that replace the personal fields in the user document of a deleted account. */
export const toDeletedProfile = (uid: string) => ({
  firstname: 'Deleted',
  lastname: 'account',
  gender: 'Other' as const,
  email: `${uid.toLowerCase()}@deleted.invalid`,
  emailVerified: false,
})
