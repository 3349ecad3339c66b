import type { ENGLISH_EXPORTS } from "./exports.en.ts";

/** Turkish texts about exports of data. */
export const TURKISH_EXPORTS: Record<keyof typeof ENGLISH_EXPORTS, string> = {
  "export.admins_only": "Bir şirketin verilerini yalnızca yöneticileri dışa aktarabilir.",
  "export.no_table": "Böyle bir tablo yok. Şunlardan birini seçin: {known}.",
  "export.running": "Bu şirket için bir dosya zaten dışa aktarılıyor. Tamamlanmasını bekleyin.",
  "export.too_many": "Bu saat içinde çok fazla dosya dışa aktarıldı. Daha sonra yeniden deneyin.",
};
