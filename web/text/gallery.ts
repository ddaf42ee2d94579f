/** Pictures that open in their full size. */
export const galleryText = {
  open: (number: number) => `Open photo ${number} full size`,
}
