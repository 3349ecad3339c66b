import type { ENGLISH_DATA_CENTER } from "./dataCenter.en.ts";

/** Turkish texts about hosts on servers of their users, as ICU MessageFormat. */
export const TURKISH_DATA_CENTER: Readonly<Record<keyof typeof ENGLISH_DATA_CENTER, string>> = {
  "host.not_data_center":
    "{host} bir Bitbucket Data Center değil: ne olduğu sorulduğunda {seen} yanıtını veriyor. Adresi denetleyin.",
  "host.version_unsupported":
    "{host} üzerindeki {product} {version} okunamayacak kadar eski. Okunan en eski sürüm: {oldest}.",
  "note.host_version": "Barındırıcı: {product} {version}.",
  "note.repository_read_only": "Bu depo arşivlenmiş: artık değişmiyor.",
  "source.personal_token_version":
    "{host} üzerindeki {product} {version} kişisel erişim anahtarlarını desteklemiyor. Bir kullanıcı adı, erişim anahtarı olarak da parolasını girin.",
};
