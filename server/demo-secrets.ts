/** What everybody knows of a server that is only tried: PRODUCTION=1 refuses both. */
export const demoSecrets = { clientSecret: 'targus', administratorPassword: 'targus-demo' } as const;
