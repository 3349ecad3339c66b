/** Turkish texts about the order of files by a model. */
import type { ENGLISH_MODEL_ORDER } from "./modelOrder.en.ts";

export const TURKISH_MODEL_ORDER: Readonly<Record<keyof typeof ENGLISH_MODEL_ORDER, string>> = {
  "model_order.changed":
    "Şirket modelinin adresi veya adı değişti. Sıralamasının geriye dönük testini yeniden çalıştırın.",
  "model_order.failed": "Model sıralamasının geriye dönük testi tamamlanamadı. Ayrıntılar işletmecinin günlüğünde.",
  "model_order.few": "Geriye dönük testte {cases, plural, one {# olay} other {# olay}} vardı; en az {least} gerekir.",
  "model_order.interrupted":
    "Model sıralamasının geriye dönük testi çok sık kesildi. Yeniden başlatın: modele, yanıtladıkları yeniden sorulmaz. Ayrıntılar işletmecinin günlüğünde.",
  "model_order.invalid": "Modelin yanıtı bu dosyaların bir sıralaması değildi.",
  "model_order.left": "Geriye dönük testi başlatan kullanıcının artık buna yetkisi yok. Testi yeniden başlatın.",
  "model_order.no_model": "Şirketinizin kullanıcılara açık bir dil modeli yok. Bunu Ayarlar’da bir Yönetici kurar.",
  "model_order.no_run":
    "Önce model sıralamasının geriye dönük testini çalıştırın: bu sıralamanın proje için daha iyi olup olmadığını gösterir.",
  "model_order.not_better":
    "Geriye dönük test, model sıralamasının daha iyi olduğunu göstermiyor: farkın aralığı sıfırın üzerinde değil.",
  "model_order.old_run": "Son geriye dönük test {days} günden eski. Yeniden çalıştırın.",
  "model_order.other_run": "Son geriye dönük test başka bir modelin veya adresin. Yeniden çalıştırın.",
  "model_order.running": "Model sıralamasının bir geriye dönük testi zaten sürüyor.",
};
