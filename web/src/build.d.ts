/** The name of the build, which `/v1/meta` reports too. The build inserts it. */
declare const __WEB_BUILD__: string;
/** The addresses of all files of the build. Defined only in the service worker. */
declare const __FILES__: readonly string[];
