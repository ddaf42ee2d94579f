/** What stays of a user document where the person is gone. */
export const nobody = (uid: string) => ({
  firstname: 'Deleted',
  lastname: 'account',
  email: `${uid.toLowerCase()}@deleted.invalid`,
  emailVerified: false,
})
