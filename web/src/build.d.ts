/** The name of the build, which `/v1/meta` reports too. The build inserts it. */
declare const __WEB_BUILD__: string;
/** The addresses of the files of the build that the client uses. Defined only in the service worker. */
declare const __FILES__: readonly string[];
