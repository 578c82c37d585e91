/** What build/desk.ts puts in as texts: the worker's script, and two sample logs as zip files in base64. */
declare module "desk:worker" {
  export const text: string;
}
declare module "desk:honest" {
  export const text: string;
}
declare module "desk:forged" {
  export const text: string;
}
